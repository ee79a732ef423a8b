import { remoteBundle } from '@portal/shared/build/webpack'

export default remoteBundle(import.meta.dirname)
