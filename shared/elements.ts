import type { ReactElement } from 'react'

/**
 * What a component may render beside other elements: elements, and no text. A browser that translates the page moves
 * texts, so each needs an element of its own (.ci/translated-texts.ts).
 */
export type Elements = ReactElement | readonly Elements[] | false | null | undefined
