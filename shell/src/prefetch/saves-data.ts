/** Whether the user has set the browser to save data: then nothing is loaded ahead of its use. */
export function savesData(): boolean {
  // Not in TypeScript's library, nor in every browser.
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
}
