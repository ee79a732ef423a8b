/** The pages that are measured, each of which begins with an amount. */
export const pagePaths = ['/', '/billing', '/out'] as const

export type PagePath = (typeof pagePaths)[number]
