import { formatRelease, isShell, type Release, type RemoteRelease } from '../../bundler/release.ts'

/** What the menu has of the shell itself. */
const labelsOfShell = ['Меню', 'Профиль', 'Ресторан', 'Выход']

/** Returns labels of the remote's menu that the other release has too, or that look the same. */
export function takenLabels(remote: RemoteRelease, other: Release): string[] {
  const taken = isShell(other)
    ? [...labelsOfShell, ...other.routes.map(({ title }) => title)]
    : other.manifest.menu.map(({ label }) => label)
  const owner = isShell(other) ? 'the shell' : other.name
  return remote.manifest.menu
    .filter(({ label }) => taken.some((text) => appearance(text) === appearance(label)))
    .map(({ label }) => `${formatRelease(remote)}: its label «${label}» belongs to ${owner}`)
}

/** Letters, and the Russian ones that look like them. */
const lookalikes = new Map([...'abcehkmoptxyё'].map((letter, index) => [letter, 'авсенкмортхуе'.charAt(index)]))

/** `Чaевые ` → `чаевые`, whichever alphabet its letters are of. */
function appearance(label: string): string {
  return label
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/./g, (letter) => lookalikes.get(letter) ?? letter)
}
