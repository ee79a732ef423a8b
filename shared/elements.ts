import type { ReactElement } from 'react'

/**
 * What may be beside other elements: no text, which needs an element of its own, because a browser that translates the
 * page moves texts (.ci/translated-texts.ts).
 */
export type Elements = ReactElement | readonly Elements[] | false | null | undefined
