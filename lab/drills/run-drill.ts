import type { Running } from '@portal/command/command'

/** The measurements of a drill, and whether they are what `docs/reliability.md` promises. */
export type Measured = { figure: string; holds: boolean }

/** Registers everything that it starts with `started`, so that it is stopped in any case. */
export type Drill = (running: Running, options: DrillOptions) => Promise<Measured>

/**
 * `minutes` is the duration of a long drill; by default that of `docs/reliability.md`. `only` is a part of the names of
 * what is tested; by default all are. `short`: as much as `npm test` has the time for.
 */
export type DrillOptions = {
  minutes?: number | undefined
  only?: string | undefined
  short?: boolean | undefined
}
