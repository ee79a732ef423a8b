import { browserTests } from '@portal/shared/testing/browser-tests'

export default browserTests('mfe-team')
