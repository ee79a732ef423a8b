import type { ReleaseChange, ReleasedPackage } from '@portal/contracts/release'

/** What may be done with one release. */
export type Change = Pick<ReleaseChange, 'kind' | 'version'>

export const changeTexts = {
  promote: { action: 'Показать всем', title: 'Показать всем?', done: 'Релиз показан всем', variant: 'primary' },
  rollback: {
    action: 'Откатить на неё',
    title: 'Откатить?',
    done: 'Прежняя версия возвращена',
    variant: 'danger-quiet',
  },
  canary: { action: 'Канарейка…', title: 'Начать канарейку?', done: 'Канарейка идёт', variant: 'primary' },
  end_canary: {
    action: 'Снять канарейку',
    title: 'Снять канарейку?',
    done: 'Канарейка снята',
    variant: 'danger-quiet',
  },
} as const satisfies Record<Change['kind'], object>

/**
 * Returns what can be done with a version. A running canary can be promoted, resized or ended, and until then no other
 * version can change. Otherwise the previous version can be restored, and any version that is not live can become a
 * canary, except those of the shell.
 */
export function possibleChanges({ name, canary, current, history }: ReleasedPackage, version: string): Change[] {
  const change = (kind: Change['kind']): Change => ({ kind, version })
  if (version === canary?.version) return [change('promote'), change('canary'), change('end_canary')]
  if (version === current.version || canary) return []
  const back = history[0]?.version === version ? [change('rollback')] : []
  return name === 'shell' ? back : [...back, change('canary')]
}
