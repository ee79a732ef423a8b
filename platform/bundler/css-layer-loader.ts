import type { LoaderContext } from 'webpack'

/** Every stylesheet begins with the order of the layers, because any of them may be the first that a page loads. */
const order = '@layer reset, tokens, base, components, pages;'

/** The layer of widgets comes before the layer of the pages that use them. Stories are pages of the gallery. */
const widget = /[\\/]shared[\\/](?:ui|forms)[\\/](?!.*\.stories\.module\.css$)/

/** Puts a CSS module into the layer of its folder. Global stylesheets name their own layers. Keeps line numbers. */
export default function putIntoLayer(this: LoaderContext<object>, source: string): string {
  if (!this.resourcePath.endsWith('.module.css')) return `${order} ${source}`
  const layer = widget.test(this.resourcePath) ? 'components' : 'pages'
  return `${order} @layer ${layer} { ${source} }`
}
