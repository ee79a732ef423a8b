import type { Running } from '@portal/command/command'

/** What a drill has measured, and whether that is what `docs/reliability.md` promises. */
export type Measured = { figure: string; holds: boolean }

/** Starts what it attacks by way of `started`, which is stopped afterwards, whatever happens. */
export type Drill = (running: Running, options: DrillOptions) => Promise<Measured>

/** `minutes`: of a drill that goes on for a time; absent: what `docs/reliability.md` promises it for. */
export type DrillOptions = { minutes?: number | undefined }
