import { SourceMap } from 'node:module'
import { posix } from 'node:path'
import { sendRequest } from '@portal/command/send-request'
import type { Frame } from '../server/inline/overlay.ts'
import type { DevBundle } from './proxy-bundle.ts'

/**
 * `    at LatestTips (http://localhost:3000/releases/mfe-tips/dev/tips.js:1204:11)`, also without name and brackets.
 */
const frame = /^\s*at (?:async )?(?:(.*?) \()?(https?:\/\/[^)\s]+):(\d+):(\d+)\)?$/
/** `LatestTips@http://…:1204:11`: Firefox and Safari. */
const otherFrame = /^(.*?)@(https?:\/\/[^\s]+):(\d+):(\d+)$/

/** Maps the stack of an error in the page to the source files. */
export async function originalStack(stack: string, bundles: readonly DevBundle[]): Promise<Frame[]> {
  const maps = new Map<string, Promise<SourceMap | undefined>>()
  const frames = stack.split('\n').map(async (text) => {
    const [, name = '', address = '', line, column] = frame.exec(text) ?? otherFrame.exec(text) ?? []
    if (!address) return []
    const { pathname } = new URL(address)
    const bundle = bundles.find(({ prefix }) => pathname.startsWith(`${prefix}/`))
    if (!bundle) return [{ name, file: pathname, line: Number(line), isOwn: false }]
    if (!maps.has(pathname)) maps.set(pathname, readMap(`${bundle.url}${pathname}.map`))
    const map = await maps.get(pathname)
    const entry = map?.findEntry(Number(line) - 1, Number(column) - 1)
    if (!entry || !('originalSource' in entry)) return [{ name, file: pathname, line: Number(line), isOwn: false }]
    const file = fileOf(entry.originalSource, bundle)
    return [{ name, file, line: entry.originalLine + 1, isOwn: !/node_modules|webpack\/|^[^/]+$/.test(file) }]
  })
  return (await Promise.all(frames)).flat()
}

async function readMap(url: string): Promise<SourceMap | undefined> {
  const response = await sendRequest({ url }).catch(() => undefined)
  return response?.status === 200 ? new SourceMap(JSON.parse(response.text)) : undefined
}

/** `webpack://mfe_tips_dev/../shared/ui/list.tsx?1f2e` → `shared/ui/list.tsx` */
function fileOf(source: string, { prefix }: DevBundle): string {
  const path = source.replace(/^webpack:\/\/[^/]*\//, '').replace(/\?.*$/, '')
  // `/releases/mfe-tips/dev`
  return path.startsWith('webpack/') ? path : posix.join(prefix.split('/')[2] ?? '', path)
}
