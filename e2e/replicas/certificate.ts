import { join } from 'node:path'
import { runToEnd } from '@portal/command/program'

/**
 * Creates a key and a self-signed certificate in a folder. Names are as in openssl: `DNS:localhost`, `IP:10.0.0.20`.
 */
export async function createCertificate(
  folder: string,
  names = 'DNS:localhost',
): Promise<{ key: string; certificate: string }> {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  await runToEnd('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=localhost', '-addext', `subjectAltName=${names}`, '-keyout', key, '-out', certificate],
  ])
  return { key, certificate }
}
