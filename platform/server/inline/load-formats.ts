// Runs in a page that the server has rendered. A browser loads the data of a language at its first format, which takes 50 ms on a cheap
// phone: here the page is painted, and its code is on its way.
const load = () => setTimeout(() => new Intl.NumberFormat('ru-RU'))
document.addEventListener('readystatechange', () => requestAnimationFrame(load), { once: true })
