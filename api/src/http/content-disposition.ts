/** A download under a name of any letters (RFC 6266), and of ASCII alone for what reads no other. */
export function contentDisposition(name: string, asciiName: string): string {
  // What encodeURIComponent leaves and RFC 5987 does not allow.
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${asciiName}"; filename*=UTF-8''${encoded}`
}
