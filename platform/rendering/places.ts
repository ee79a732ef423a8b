import type { RenderProcess } from './render-process.ts'
import type { RenderSet } from './render-set.ts'

export type Place = { process: RenderProcess; leave(): void }

/** More would wait for longer than `waitMs`: a page takes about 10 ms. */
const WAITING_PER_PLACE = 10

type Waiting = { set: RenderSet; end(place: Place | undefined): void }

/** Allows that many renderings at a time, of all sets together. Others wait in their order for `waitMs`. */
export function createPlaces(count: number, waitMs: number) {
  let taken = 0
  const waiting = new Set<Waiting>()

  function take(set: RenderSet): Place | undefined {
    const process = taken < count ? set.take() : undefined
    if (!process) return undefined
    taken += 1
    return {
      process,
      leave() {
        taken -= 1
        set.give(process)
        fill()
      },
    }
  }

  /** Gives free processes to those that wait. */
  function fill(): void {
    for (const one of waiting) {
      const place = take(one.set)
      if (place) one.end(place)
    }
  }

  return {
    fill,
    /** Returns undefined when no process is free in time. */
    async take(set: RenderSet): Promise<Place | undefined> {
      const place = waiting.size === 0 ? take(set) : undefined
      if (place || waiting.size >= count * WAITING_PER_PLACE) return place
      return new Promise((resolve) => {
        const timer = setTimeout(() => one.end(undefined), waitMs)
        const one: Waiting = {
          set,
          end(found) {
            clearTimeout(timer)
            waiting.delete(one)
            resolve(found)
          },
        }
        waiting.add(one)
      })
    },
    close(): void {
      for (const one of waiting) one.end(undefined)
    },
  }
}
