/** The server's side of an event stream, in a test. */
export class FakeEventSource extends EventTarget {
  static readonly opened: FakeEventSource[] = []
  readonly url: string
  closed = false

  constructor(url: string) {
    super()
    this.url = url
    FakeEventSource.opened.push(this)
  }

  /** The stream that the page listens to now. */
  static get current(): FakeEventSource | undefined {
    return FakeEventSource.opened.findLast(({ closed }) => !closed)
  }

  close(): void {
    this.closed = true
  }

  emit(data: object): void {
    this.dispatchEvent(new MessageEvent('change', { data: JSON.stringify(data) }))
  }
}
