type Message = { id?: number; type: string; method?: string; params?: unknown; result?: unknown; message?: string }

/** A connection of WebDriver BiDi, https://w3c.github.io/webdriver-bidi: JSON over a web socket. */
export class Bidi {
  readonly #socket: WebSocket
  readonly #pending = new Map<number, PromiseWithResolvers<unknown>>()
  #lastId = 0

  /** `onEvent` gets the events that the session subscribed to. */
  private constructor(socket: WebSocket, onEvent: (method: string, params: unknown) => void) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => {
      const message: Message = JSON.parse(data)
      if (message.type === 'event') return onEvent(String(message.method), message.params)
      const command = this.#pending.get(Number(message.id))
      this.#pending.delete(Number(message.id))
      if (message.type === 'success') command?.resolve(message.result)
      else command?.reject(new Error(message.message))
    })
    socket.addEventListener('close', () => {
      for (const command of this.#pending.values()) command.reject(new Error('The browser closed the connection'))
    })
  }

  static async connect(address: string, onEvent: (method: string, params: unknown) => void): Promise<Bidi> {
    const socket = new WebSocket(address)
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve)
      socket.addEventListener('error', () => reject(new Error(`No connection to ${address}`)))
    })
    return new Bidi(socket, onEvent)
  }

  /** @throws Error with the message of the browser when the command fails */
  send<Result>(method: string, params: object = {}): Promise<Result> {
    this.#lastId += 1
    const command = Promise.withResolvers<unknown>()
    this.#pending.set(this.#lastId, command)
    this.#socket.send(JSON.stringify({ id: this.#lastId, method, params }))
    return command.promise as Promise<Result>
  }

  close(): void {
    this.#socket.close()
  }
}
