/** Has to equal `--double-click` in tokens.css. */
const MAX_DOUBLE_CLICK_MS = 500

/**
 * Whether a press is the second half of a double click whose first half opened something; such a press must not close
 * it. `data-comes-up` in base.css blocks presses on new content for as long. `openedAt` is by `performance.now()`.
 */
export function isSecondPress({ timeStamp }: Event, openedAt: number): boolean {
  return timeStamp < openedAt + MAX_DOUBLE_CLICK_MS
}
