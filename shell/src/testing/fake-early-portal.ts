import type { Note } from '@portal/shared/page-protocol'

/** What early-script.ts would have made: every file is in the registry, and no one is signed in. */
export function fakeEarlyPortal(notes: Note[] = []): Window['portal'] {
  return { bootstrap: null, failures: 0, addressFile: () => true, startWorker: () => undefined, note() {}, notes }
}
