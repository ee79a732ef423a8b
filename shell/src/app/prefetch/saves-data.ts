/** Returns whether the user has set the browser to save data, in which case nothing is loaded before it is used. */
export function isSavingData(): boolean {
  // Not in TypeScript's library, nor in every browser.
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
}
