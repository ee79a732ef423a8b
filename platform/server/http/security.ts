import type { FastifyHelmetOptions } from '@fastify/helmet'
import { isFromOtherSite } from '@portal/api/http/compress-json'
import type { FastifyRequest } from 'fastify'

export type Transport = {
  /** Browsers reach the portal by https, so it sends strict transport security. */
  isHttps?: boolean | undefined
}

export type PageSafety = Transport & {
  /** The origins of sites that may show the page in a frame. By default no site may. */
  embeddedBy?: readonly string[] | undefined
}

/**
 * Allows scripts with the nonce and the scripts that they load. One Trusted Types policy creates all addresses of
 * scripts (early-script.ts). Styles come from files, or with the nonce from the HTML of rendered pages and of the pages
 * before sign-in.
 */
export function pageHeaders({ isHttps = false, embeddedBy = [] }: PageSafety): FastifyHelmetOptions {
  const isEmbedded = embeddedBy.length > 0
  return {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'strict-dynamic'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: isEmbedded ? [...embeddedBy] : ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['portal'],
        reportUri: [REPORT_ADDRESS],
        // Over http Chromium has no Reporting API, and with this directive it sends no old reports either.
        ...(isHttps && { reportTo: ['csp'] }),
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    // This header is not for pages in frames, which the policy above allows.
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // This header supports no list of sites; only the policy above does.
    frameguard: isEmbedded ? false : { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: transport(isHttps),
  }
}

/**
 * The policy of a document with a provider's form, in which the provider's script runs together with ours. The script
 * may reach only its own origin: it cannot call the portal, open a page of it in a frame or a window, or send a form.
 */
export function providerFormPolicy(nonce: string, script: string, { isHttps }: Transport): string {
  const { origin } = new URL(script)
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${origin}`,
    "style-src 'self'",
    "img-src 'self'",
    `connect-src ${origin}`,
    `frame-src ${origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    'sandbox allow-scripts allow-same-origin allow-forms',
    `report-uri ${REPORT_ADDRESS}`,
    ...(isHttps ? ['report-to csp'] : []),
  ].join(';')
}

const REPORT_ADDRESS = '/api/v1/telemetry/csp'

/** Headers of a page that helmet does not support. */
export function otherPageHeaders({ isHttps }: Transport): Record<string, string> {
  return {
    'Permissions-Policy': PERMISSIONS_POLICY,
    ...(isHttps && { 'Reporting-Endpoints': `csp="${REPORT_ADDRESS}"` }),
  }
}

/**
 * Returns whether a window of another site may have a reference to the window that opens the page. Only then the page
 * gets a Cross-Origin-Opener-Policy, which puts the window out of the other site's reach. For this policy a browser
 * changes its process, which delays the first paint by 30 to 70 ms on a cheap phone.
 */
export function canHaveOpener(request: FastifyRequest): boolean {
  const { 'sec-fetch-mode': mode, 'sec-fetch-site': site } = request.headers
  // The service worker stores pages that it requests for no window, and shows them in windows later.
  return mode !== 'navigate' || site === undefined || isFromOtherSite(request)
}

/** Headers of a script or stylesheet. Other headers of a page have no effect on it and cost 1 kB. */
export function fileHeaders({ isHttps = false }: Transport): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: false,
    crossOriginOpenerPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: false,
    // Pages send this header too. Chromium 109 reports an error when a tab shows a page after a file without it.
    originAgentCluster: true,
    referrerPolicy: false,
    strictTransportSecurity: transport(isHttps),
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  }
}

/**
 * Returns the headers of a response that is not a page or a file, such as the response to an unknown method.
 */
export function errorHeaders({ isHttps }: Transport): Record<string, string> {
  return {
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    ...(isHttps && { 'Strict-Transport-Security': `max-age=${TWO_YEARS_SECONDS}; includeSubDomains; preload` }),
  }
}

/** Returns the headers of a page that is rejected: it has a stylesheet and no script. */
export function errorPageHeaders(transport: Transport): Record<string, string> {
  return {
    ...errorHeaders(transport),
    'Content-Security-Policy':
      "default-src 'none'; style-src 'self'; img-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  }
}

const TWO_YEARS_SECONDS = 63_072_000

/** The value that hstspreload.org requires for the preload list of browsers. */
function transport(isHttps: boolean) {
  return isHttps && { maxAge: TWO_YEARS_SECONDS, includeSubDomains: true, preload: true }
}

/** WebOTP reads a code from a message, and passkeys sign in and confirm. Nothing else of a device is needed. */
const PERMISSIONS_POLICY =
  'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=(), otp-credentials=(self), publickey-credentials-get=(self)'
