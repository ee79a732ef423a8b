import { shellBundle } from '@portal/platform/bundler/webpack'

export default shellBundle(import.meta.dirname)
