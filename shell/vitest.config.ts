import { preactAliases } from '@portal/platform/bundler/preact-aliases'
import { browserTests } from '@portal/shared/testing/browser-tests'
import { defineConfig } from 'vitest/config'

/** The pages before sign-in are tested on what they run on. */
const aliases = Object.entries({
  ...preactAliases(import.meta.dirname),
  'react/jsx-dev-runtime$': preactAliases(import.meta.dirname)['react/jsx-runtime$'] ?? '',
})
const librariesOnReact = [/react-hook-form/, /@hookform/, /@maskito/, /zustand/, /@tanstack/, /preact/]

// The page's code in a DOM, the service worker without one.
export default defineConfig({
  test: {
    name: 'shell',
    projects: [
      // Its modules remember for the whole page: each file has one of its own.
      ...(browserTests('shell', {
        include: 'src/**/*.test.{ts,tsx}',
        exclude: ['src/entry-pages/**'],
        isolate: true,
      }).test?.projects ?? []),
      {
        resolve: {
          // The modules of libraries instead of their CommonJS, which no alias reaches.
          mainFields: ['module', 'main'],
          alias: aliases.map(([request, file]) => ({ find: new RegExp(`^${request}`), replacement: file })),
        },
        test: {
          name: 'entry-pages',
          environment: 'happy-dom',
          pool: 'vmForks',
          include: ['src/entry-pages/**/*.test.{ts,tsx}'],
          server: { deps: { inline: librariesOnReact } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'service-worker',
          environment: 'node',
          include: ['service-worker/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
})
