import { type ComponentType, lazy } from 'react'

/** A part that few users see, and without which the page is usable: if its code does not load, there is nothing. */
export function optionalPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Nothing: ComponentType<Props> = () => null
  return lazy(() => load().catch(() => ({ default: Nothing })))
}
