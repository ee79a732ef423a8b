declare const process: { env: { NODE_ENV: 'production' | 'development' | 'test' } }

/** Distinguishes a release, a development server and unit tests. The bundler replaces it by its value. */
export const buildMode = process.env.NODE_ENV
