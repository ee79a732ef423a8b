import { remoteBundle } from '@portal/platform/bundler/webpack'

export default remoteBundle(import.meta.dirname)
