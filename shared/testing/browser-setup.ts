import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'
// Here, so that it is there before the client: no test ever asks a network.
import { forgetAnswers } from './http-stub.ts'

afterEach(() => {
  cleanup()
  forgetAnswers()
  localStorage.clear()
})
