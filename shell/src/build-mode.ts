declare const process: { env: { NODE_ENV: 'production' | 'development' | 'test' } }

/** Of a release, a development server, or unit tests. The bundler replaces it by its value. */
export const buildMode = process.env.NODE_ENV
