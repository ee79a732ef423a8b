import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { createTestRenderer, tipsCode, writeReleases } from './testing/sample-bundles.ts'

const require = createRequire(import.meta.url)

/** Returns the production build of React's packages as a bundler would join them. */
function react(): string {
  const files = {
    react: 'react/cjs/react.production.js',
    'react-dom': 'react-dom/cjs/react-dom.production.js',
    'react-dom/server': 'react-dom/cjs/react-dom-server.node.production.js',
  }
  const modules = Object.entries(files).map(([name, file]) => {
    const [library = ''] = file.split('/')
    const path = require.resolve(`${library}/package.json`).replace('package.json', file.slice(library.length + 1))
    return `'${name}'(module, exports, require) { ${readFileSync(path, 'utf8')} }`
  })
  return `
    const modules = { ${modules.join(',\n')} }
    const loaded = {}
    function load(name) {
      if (!(name in modules)) return require(name)
      if (name in loaded) return loaded[name].exports
      loaded[name] = { exports: {} }
      modules[name](loaded[name], loaded[name].exports, load)
      return loaded[name].exports
    }`
}

test('React streams a page that waits for its parts', async () => {
  const shell = `${react()}
    const { renderToPipeableStream } = load('react-dom/server')
    const { PassThrough } = load('node:stream')
    const { text } = load('node:stream/consumers')
    exports.provide = async () => ({ react: load('react') })
    exports.render = async (request, remotePage) => {
      const { Component } = await remotePage('mfe-tips', '/')
      const html = await new Promise((resolve, reject) => {
        const { pipe } = renderToPipeableStream(load('react').createElement(Component, request.session), {
          onAllReady: () => resolve(text(pipe(new PassThrough()))),
          onError: reject,
        })
      })
      return { html, reads: [] }
    }`
  const page = `({ user }) => {
    const { createElement, lazy, Suspense } = require('react')
    const Part = lazy(async () => {
      await new Promise((resolve) => setTimeout(resolve))
      return { default: () => 'Чаевые ' + user }
    })
    return createElement(Suspense, null, createElement(Part))
  }`
  const renderer = createTestRenderer()
  const live = writeReleases({ tips: tipsCode(page), shell })
  expect(await renderer.html(live, '/', 'Анны')).toContain('Чаевые Анны')
  expect(renderer.failures).toEqual([])
})
