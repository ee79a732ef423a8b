import type { PageRegistry } from './page-protocol.ts'

// What the portal server sends to a rendering process, and what that returns. The process, the shell and the remotes
// compile against this file.

export type RenderRequest = {
  /** Path and query of the page: `/billing?type=tip`. */
  url: string
  /** Milliseconds since 1970, by which the page says «Сегодня». */
  now: number
  /** The releases that the browser gets, as the frame knows them. It is frozen, because the next page gets it too. */
  registry: PageRegistry
  /** The response to GET /session/bootstrap. */
  session: unknown
  /** Responses of the API that are known already, by their reads. */
  responses: readonly { read: ApiRead; response: unknown }[]
  /** Amounts are hidden by the user's choice. */
  hidesAmounts: boolean
  /**
   * What fills slots; in all other slots are the fallbacks of the page. An older portal server sends undefined, and no
   * slot is filled.
   */
  fillers?: readonly FillerName[] | undefined
  /** The slots of `fillers`, for an older shell. */
  slots?: readonly string[] | undefined
}

/** A remote that fills a slot. */
export type FillerName = { slot: string; remote: string }

/** What a page that was rendered on the server is hydrated with, in its element `rendered`. */
export type RenderedWith = Pick<RenderRequest, 'session' | 'responses' | 'hidesAmounts' | 'fillers' | 'slots'> & {
  /** As in the request. An older portal server sends undefined. */
  now?: number | undefined
}

/** A GET of the API below /api/v1, as the page's query names it. */
export type ApiRead = { path: string; params: Record<string, string>; query: Record<string, unknown> }

/**
 * `reads`: what the page asked for and did not have; with their responses it is rendered again. Without html and reads
 * the page is not for this user, and the browser finds out where to go.
 */
export type RenderResult = {
  html: string
  reads: readonly ApiRead[]
  /** Those of the given responses that the page did not read. An older shell does not say it. */
  unread?: readonly ApiRead[] | undefined
}

/** What the server bundle of the shell exports. */
export type ServerShell = {
  /**
   * Returns the modules that the shell gives to remotes, by name (shared/provided.ts);
   * the same table as in the browser.
   */
  provide(): Promise<Readonly<Record<string, unknown>>>
  /**
   * `remotePage` runs a remote's page module, and `remoteSlot` one that fills a slot: the process gives them. One
   * rendering at a time: the state of modules is that of one page.
   */
  render(
    request: RenderRequest,
    remotePage: (remote: string, path: string) => Promise<{ Component: unknown }>,
    remoteSlot?: RemoteSlot,
  ): Promise<RenderResult>
}

/** `runs` is called when the component begins to render: if the process ends, that remote is the source. */
export type RemoteSlot = (remote: string, slot: string) => Promise<{ Component: unknown; runs: () => void }>

/** What the server bundle of a remote exports. */
export type ServerRemote = { pages: Parts; slots?: Parts }

type Parts = Record<string, () => Promise<{ Component: unknown }>>
