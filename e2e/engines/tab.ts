/** A point in CSS pixels from the top left corner of the viewport. */
export type Point = { x: number; y: number }

/** The few operations of journeys that every engine supports. Presses and keys are real input events of the browser. */
export type Tab = {
  goto: (url: string) => Promise<void>
  /** Begins to open the page, and does not wait until it has loaded. */
  begin: (url: string) => Promise<void>
  /** Evaluates the expression in the page; its value has to be JSON. */
  evaluate: <Value>(expression: string) => Promise<Value>
  press: (point: Point) => Promise<void>
  type: (text: string) => Promise<void>
  /** Gives the file to the input that the CSS selector finds. */
  chooseFile: (selector: string, path: string) => Promise<void>
  /** Sets a cookie for the origin of the open page. */
  setCookie: (name: string, value: string) => Promise<void>
  resize: (size: { width: number; height: number }) => Promise<void>
  /** Returns a PNG. */
  screenshot: () => Promise<Buffer>
  /** Errors and warnings of the console so far; undefined where the engine does not report them. */
  consoleErrors: readonly string[] | undefined
  close: () => Promise<void>
}

export type Engine = {
  /** `Firefox 153.7.0` */
  name: string
  /** Opens a tab of the size of a phone, 360 by 780, that shares no storage with earlier tabs. */
  open: () => Promise<Tab>
  close: () => Promise<void>
}

export const phone = { width: 360, height: 780 }
