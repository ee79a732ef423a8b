import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
// Here, so that it is loaded before the client: no test ever uses a network.
import { resetStubs } from './http-stub.ts'

// A limit for what never comes; on a busy machine what does come takes longer than one would think.
configure({ asyncUtilTimeout: 30_000 })

const { href, origin } = location

afterEach(() => {
  cleanup()
  // A click on a file to save takes the page there; the next file of tests has the same page.
  if (location.origin !== origin) Reflect.get(window, 'happyDOM').setURL(href)
  resetStubs()
  localStorage.clear()
  sessionStorage.clear()
})
