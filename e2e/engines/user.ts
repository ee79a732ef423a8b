import { expect } from '@playwright/test'
import { type Found, finderExpression, locateExpression, type Target } from './locate.ts'
import type { Point, Tab } from './tab.ts'

const intervals = [20, 50, 100]

/** Uses a tab as a user does: finds elements by name, waits until they are ready, and uses the pointer and keys. */
export class User {
  readonly tab: Tab
  readonly origin: string

  constructor(tab: Tab, origin: string) {
    this.tab = tab
    this.origin = origin
  }

  open(path: string): Promise<void> {
    return this.tab.goto(this.origin + path)
  }

  /** Waits until the target is visible, enabled, at rest and not covered, and presses it. */
  async press(target: Target): Promise<void> {
    let last: Point | undefined
    await this.#until(target, ({ point, problem }) => {
      const isAtRest = point?.x === last?.x && point?.y === last?.y
      last = point
      return problem ?? (isAtRest ? 'ready' : 'moving')
    })
    if (last) await this.tab.press(last)
  }

  async fill(label: string, text: string): Promise<void> {
    await this.press({ label })
    // Keys that come before the focus would be lost, or go to another field.
    const fields = `TestingLibraryDom.queryAllByLabelText(document.body, ${JSON.stringify(label)})`
    await this.evaluates(`${fields}.includes(document.activeElement)`, true)
    await this.tab.type(text)
  }

  /** Waits until the target is visible, anywhere on the page. */
  async sees(target: Target): Promise<void> {
    await this.#until(target, ({ problem }) => (problem === 'absent' || problem === 'hidden' ? problem : 'ready'))
  }

  async seesNo(target: Target): Promise<void> {
    await this.#until(target, ({ problem }) => (problem === 'absent' || problem === 'hidden' ? 'ready' : 'seen'))
  }

  /** Waits until the expression evaluates to the value in the page. */
  async evaluates(expression: string, value: unknown): Promise<void> {
    // A query fails while the document is replaced.
    const valueOrError = () => this.tab.evaluate(expression).catch((error: unknown) => String(error))
    await expect.poll(valueOrError, { message: expression, intervals }).toEqual(value)
  }

  async #until(target: Target, state: (found: Found) => string): Promise<void> {
    const find = async () => {
      let found = await this.tab.evaluate<Found | null>(locateExpression(target))
      if (!found && (await this.tab.evaluate(finderExpression))) {
        found = await this.tab.evaluate<Found | null>(locateExpression(target))
      }
      return state(found ?? { problem: 'absent' })
    }
    // A query fails while the document is replaced.
    const findOrError = () => find().catch((error: unknown) => String(error))
    const { name, label, text }: { name?: unknown; label?: unknown; text?: unknown } = target
    await expect.poll(findOrError, { message: String(name ?? label ?? text), intervals }).toBe('ready')
  }
}
