import { join } from 'node:path'
import { runCommand, say } from '@portal/command/command'
import { cacheFolder, repository } from '../../bundler/paths.ts'
import { galleryPage } from './page.ts'

const command = {
  name: 'gallery',
  about: 'Shows the widgets of ui and forms in all their states, from the sources. A change appears immediately.',
  settings: { PORT: 'any that is free unless set' },
}

await runCommand(command, async (_, { started, interrupted }) => {
  const [{ default: webpack }, { default: WebpackDevServer }, { default: RefreshPlugin }, { galleryBundle }] =
    await Promise.all([
      import('webpack'),
      import('webpack-dev-server'),
      import('@pmmmwh/react-refresh-webpack-plugin'),
      import('../../bundler/webpack.ts'),
    ])
  const host = 'localhost'
  const port = await WebpackDevServer.getFreePort(process.env.PORT || 'auto', host)
  const folder = join(repository, 'dist/dev/gallery')
  const config = galleryBundle(join(repository, 'shared/gallery'))({
    version: 'dev',
    folder,
    cacheFolder,
    mode: 'development',
  })
  config.plugins?.push(new RefreshPlugin({ overlay: false }))
  const compiler = webpack(config)
  if (!compiler) throw new Error('The gallery has no compiler')

  const server = new WebpackDevServer(
    {
      host,
      port,
      static: false,
      // It writes styles inline, which the policy of the page blocks.
      client: { overlay: false, logging: 'warn' },
      setupMiddlewares: (middlewares, { app }) => {
        // The address of a story has no dot, but the address of a file has one.
        app?.get(/^[^.]*$/, (_request, response) => {
          const { html, headers } = galleryPage()
          response.set(headers).send(html)
        })
        return middlewares
      },
    },
    compiler,
  )
  const built = new Promise<void>((resolve) => compiler.hooks.done.tap('gallery', () => resolve()))
  started(server)
  await server.start()
  await built
  say(`Gallery: http://${host}:${port}`)
  await interrupted()
})
