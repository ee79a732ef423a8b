import { remoteBundle } from '@portal/sdk/bundler'

export default remoteBundle(import.meta.dirname)
