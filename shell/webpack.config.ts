import { shellBundle } from '@portal/shared/build/webpack'

export default shellBundle(import.meta.dirname)
