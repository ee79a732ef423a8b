import { browserTests } from './testing/browser-tests.ts'

export default browserTests('shared', { exclude: ['contracts/**'] })
