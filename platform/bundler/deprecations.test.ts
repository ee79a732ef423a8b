import { expect, test } from 'vitest'
import { deprecatedIn } from './deprecations.ts'

const modules: Record<string, string> = {
  '@portal/shared/ui/tag': `
/** A label. */
export declare function Label(): void
/**
 * A label of another colour.
 * @deprecated use \`Label\` of the
 * same module
 */
export declare function Tag(): void
/** @deprecated */
export type TagTone = 'plain'
/** Its text. */
export const text = ''`,
}
const found = (source: string) => deprecatedIn('mfe-x/page.tsx', source, (name) => modules[name] ?? '')

// spec: 12.3
test.each<[string, string, string[]]>([
  ['a name that is not deprecated', `import { Label } from '@portal/shared/ui/tag'`, []],
  ['another module', `import { Tag } from '@portal/shared/ui/panel'`, []],
  [
    'a function, with its reason',
    `import { Label, Tag } from '@portal/shared/ui/tag'`,
    ['mfe-x/page.tsx(1,17): Tag of @portal/shared/ui/tag is deprecated: use `Label` of the same module'],
  ],
  [
    'a type without a reason, in several lines and by another name',
    `import {\n  Label,\n  type TagTone as Tone,\n} from '@portal/shared/ui/tag'`,
    ['mfe-x/page.tsx(3,8): TagTone of @portal/shared/ui/tag is deprecated'],
  ],
])('reports %s', (_, source, lines) => {
  expect(found(source)).toEqual(lines)
})
