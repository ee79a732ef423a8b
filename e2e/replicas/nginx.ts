import { chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createProgram, runToEnd } from '@portal/command/program'
import { unprivileged } from './postgres.ts'

export const documentedConfig = join(import.meta.dirname, '../../docs/deploy/nginx.conf')

type NginxOptions = {
  folder: string
  port: number
  plainPort: number
  portals: readonly number[]
  apis: readonly number[]
  /** TLS as documented, by default. Measurements turn it off, so that they do not measure handshakes. */
  hasTls?: boolean
}

/** Starts the system's nginx with the configuration of docs/deploy, with the addresses and paths of this test. */
export async function startNginx(nginx: string, options: NginxOptions) {
  const { folder, port } = options
  const config = join(folder, 'nginx')
  await mkdir(config)
  const { key, certificate } = await createCertificate(config)
  await writeFile(join(config, 'portal.conf'), await configFor(options, { certificate, key, config }))
  await writeFile(join(config, 'nginx.conf'), surroundings(config))
  const { uid, gid } = unprivileged
  if (uid !== undefined && gid !== undefined) for (const path of [config, key]) await chown(path, uid, gid)

  const program = createProgram({
    command: nginx,
    args: ['-p', config, '-c', join(config, 'nginx.conf'), '-e', join(config, 'error.log')],
    options: unprivileged,
    isReady: () => listens(port),
  })
  await program.start()
  return {
    certificate: await readFile(certificate, 'utf8'),
    accessLog: () => readFile(join(config, 'access.log'), 'utf8'),
    errorLog: () => readFile(join(config, 'error.log'), 'utf8'),
    stop: () => program.end('SIGQUIT'),
  }
}

type Files = { certificate: string; key: string; config: string }

async function configFor(
  { port, plainPort, portals, apis, hasTls = true }: NginxOptions,
  files: Files,
): Promise<string> {
  let text = await readFile(documentedConfig, 'utf8')
  const here: [RegExp, string][] = [
    // Not every machine has IPv6.
    [/^ *listen \[::\].*\n/gm, ''],
    [/listen 80;/g, `listen 127.0.0.1:${plainPort};`],
    [/listen 443 ssl http2;/g, `listen 127.0.0.1:${port}${hasTls ? ' ssl http2' : ''};`],
    [/https:\/\/tips\.example/g, `https://localhost:${port}`],
    [/server_name tips\.example;/g, 'server_name localhost;'],
    // A sandbox pays out.
    [/# (set \$own_notice '.*';)\n *set \$own_notice "";/g, '$1'],
    [/\/etc\/letsencrypt\/live\/tips\.example\/fullchain\.pem/g, files.certificate],
    [/\/etc\/letsencrypt\/live\/tips\.example\/privkey\.pem/g, files.key],
    [/\/var\/cache\/nginx-portal/g, join(files.config, 'cache')],
    [/\/var\/log\/nginx\/portal\.log/g, join(files.config, 'access.log')],
    [/\/var\/log\/nginx\/error\.log/g, join(files.config, 'error.log')],
    ...portals.map((at, index): [RegExp, string] => [
      RegExp(`127\\.0\\.0\\.1:${3000 + index} `, 'g'),
      `127.0.0.1:${at} `,
    ]),
    ...apis.map((at, index): [RegExp, string] => [RegExp(`127\\.0\\.0\\.1:${3100 + index} `, 'g'), `127.0.0.1:${at} `]),
  ]
  for (const [documented, ours] of here) {
    if (!text.match(documented))
      throw new Error(
        `docs/deploy/nginx.conf has no ${documented}, which tests replace: adapt this test to the document`,
      )
    text = text.replace(documented, ours)
  }
  return text
}

/** Returns the main configuration, as in Debian's nginx.conf. */
function surroundings(config: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
    daemon off;
    pid ${config}/nginx.pid;
    worker_processes 2;
    events { worker_connections 8192; }
    http {
      ${temporary.map((name) => `${name}_temp_path ${config}/${name};`).join('\n')}
      access_log off;
      include ${config}/portal.conf;
    }
  `
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/** Creates a key and a self-signed certificate of localhost in a folder. */
async function createCertificate(folder: string): Promise<{ key: string; certificate: string }> {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  await runToEnd('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate],
  ])
  return { key, certificate }
}
