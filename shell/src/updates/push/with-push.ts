type Push = typeof import('./push-messages.ts')

/** Runs what looks after the push messages of this browser. Loads nothing where the user has not allowed any. */
export async function withPush(run: (push: Push) => unknown): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  // Without a network or full browser support, messages stay as they were.
  await import('./push-messages.ts').then(run).catch(() => {})
}

/** Ends the push messages of a user who has left this browser. */
export function forgetPushUser(): void {
  withPush(({ forgetUser }) => forgetUser())
}
