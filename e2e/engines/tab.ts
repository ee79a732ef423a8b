/** In CSS pixels from the top left corner of what is seen. */
export type Point = { x: number; y: number }

/** What a journey does through a browser: the few things that every engine can. Presses and keys are the browser's own, as a person's are. */
export type Tab = {
  goto: (url: string) => Promise<void>
  /** Evaluates the expression in the page; its value is of JSON. */
  evaluate: <Value>(expression: string) => Promise<Value>
  press: (point: Point) => Promise<void>
  type: (text: string) => Promise<void>
  /** Gives the file to the input that the CSS selector finds. */
  chooseFile: (selector: string, path: string) => Promise<void>
  /** A cookie of the origin that the tab is at. */
  setCookie: (name: string, value: string) => Promise<void>
  resize: (size: { width: number; height: number }) => Promise<void>
  /** PNG. */
  screenshot: () => Promise<Buffer>
  /** Errors and warnings of the console so far; undefined where the engine does not report them. */
  consoleErrors: readonly string[] | undefined
  close: () => Promise<void>
}

export type Engine = {
  /** `Firefox 153.7.0` */
  name: string
  /** Opens a tab of a phone, 360 by 780, which shares nothing with the tabs before it. */
  open: () => Promise<Tab>
  close: () => Promise<void>
}

export const phone = { width: 360, height: 780 }
