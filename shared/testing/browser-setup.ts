import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
// Here, so that it is there before the client: no test ever asks a network.
import { forgetAnswers } from './http-stub.ts'

// A part whose code comes on demand is slow to open on a busy machine.
configure({ asyncUtilTimeout: 4000 })

afterEach(() => {
  cleanup()
  forgetAnswers()
  localStorage.clear()
})
