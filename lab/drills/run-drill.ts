import type { Running } from '@portal/command/command'

/** The measurements of a drill, and whether they are what `docs/reliability.md` promises. */
export type Measured = { figure: string; holds: boolean }

/** Registers everything that it starts with `started`, so that it is stopped in any case. */
export type Drill = (running: Running, options: DrillOptions) => Promise<Measured>

/**
 * `minutes` is the duration of a long drill, by default the one in `docs/reliability.md`. `only` selects the parts
 * whose names contain it, by default all parts. `short` limits the drill to the time that `npm test` has for it.
 */
export type DrillOptions = {
  minutes?: number | undefined
  only?: string | undefined
  short?: boolean | undefined
}
