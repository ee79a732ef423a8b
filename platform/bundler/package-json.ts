import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { platformRoot, sdkModules } from './paths.ts'

type PackageJson = Record<string, unknown> & { name?: string; exports?: Record<string, string> }

/** @throws Error with the file when it is not as the packages of a working copy have it */
export function readPackageJson(file: string): PackageJson {
  const content = parse(file)
  if (!isObject(content)) throw new Error(`${file} has to be an object of JSON`)
  const { exports = {} } = content
  const isValid = isObject(exports) && Object.values(exports).every((target) => typeof target === 'string')
  if (!isValid) throw new Error(`${file}: exports has to be an object with a path for each name`)
  return content
}

/** Returns the package.json of the SDK: of the installed one, or of the one that this repository packs. */
export function readSdkPackage(): { version: string; publishConfig?: { registry: string } } {
  const file = join(platformRoot, sdkModules ? 'package.json' : 'platform/sdk/package.json')
  return parse(file) as ReturnType<typeof readSdkPackage>
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}`)
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
