/** A browser with push messages, as far as a page sees it. `failure`: its push service does not respond. */
export class PushBrowser {
  permission: NotificationPermission
  isSubscribed = false
  shouldFail = false
  readonly #answer: NotificationPermission

  /** `answer`: what the user chooses in the browser's prompt. */
  constructor({
    permission = 'default',
    answer = 'granted',
  }: { permission?: NotificationPermission; answer?: NotificationPermission } = {}) {
    this.permission = permission
    this.#answer = answer
    const browser = this
    const subscription = {
      unsubscribe: async () => {
        this.isSubscribed = false
        return true
      },
      toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
    }
    const pushManager = {
      getSubscription: async () => (this.isSubscribed ? subscription : null),
      subscribe: async () => {
        if (this.shouldFail) throw new DOMException('push service error', 'AbortError')
        this.isSubscribed = true
        return subscription
      },
    }
    Object.assign(window, {
      PushManager: class {},
      Notification: {
        get permission() {
          return browser.permission
        },
        requestPermission: async () => {
          this.permission = this.#answer
          return this.permission
        },
      },
    })
    Object.defineProperty(navigator, 'serviceWorker', {
      value: { ready: Promise.resolve({ pushManager }) },
      configurable: true,
    })
  }

  /** Leaves a browser without push messages. */
  static remove(): void {
    for (const name of ['PushManager', 'Notification']) Reflect.deleteProperty(window, name)
    for (const name of ['serviceWorker', 'standalone']) Reflect.deleteProperty(navigator, name)
  }
}
