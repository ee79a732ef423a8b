// Runs in a page that the server has rendered. A browser loads the data of a language at its first format, which takes
// 50 ms on a cheap phone. Here this happens after the first paint, while the code of the page is loading.
const load = () => setTimeout(() => new Intl.NumberFormat('ru-RU'))
document.addEventListener('readystatechange', () => requestAnimationFrame(load), { once: true })
