import { remoteTests } from '@portal/sdk/testing'

export default remoteTests(import.meta.dirname)
