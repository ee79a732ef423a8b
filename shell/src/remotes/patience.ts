/** Milliseconds behind which a release counts as hung: its entry, code and sheets are on their way since the HTML. */
export const patience = 3000
