import type { LoaderContext } from 'webpack'

/** Every sheet begins with the order of the layers, because any of them may be the first that a page reads. */
const order = '@layer reset, tokens, base, components, pages;'

/** Widgets yield to the pages that use them. Their stories are pages of the gallery. */
const widget = /[\\/]shared[\\/](?:ui|forms)[\\/](?!.*\.stories\.module\.css$)/

/** Puts a CSS module into the layer of its folder; a global sheet names its layers itself. Lines keep their numbers. */
export default function putIntoLayer(this: LoaderContext<object>, source: string): string {
  if (!this.resourcePath.endsWith('.module.css')) return `${order} ${source}`
  const layer = widget.test(this.resourcePath) ? 'components' : 'pages'
  return `${order} @layer ${layer} { ${source} }`
}
