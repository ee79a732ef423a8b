const latinKeys = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const cyrillicKeys = 'ёйцукенгшщзхъфывапролджэячсмитьбю'

const sounds: Record<string, string> = {
  ...{
    а: 'a',
    б: 'b',
    в: 'v',
    г: 'g',
    д: 'd',
    е: 'e',
    ё: 'e',
    ж: 'zh',
    з: 'z',
    и: 'i',
    й: 'y',
    к: 'k',
    л: 'l',
    м: 'm',
  },
  ...{ н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'sch' },
  ...{ ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya' },
}

/**
 * Returns a text as it is, as typed in the other keyboard layout, and in Latin letters, because lists of passwords have
 * Latin letters: `пароль` → `пароль`, `gfhjkm`, `parol`; `ghbdtn` → `ghbdtn`, `привет`.
 */
export function spellings(text: string): string[] {
  const lower = text.normalize('NFC').toLowerCase()
  const latin = replaced(lower, (letter) => latinKeys[cyrillicKeys.indexOf(letter)])
  const cyrillic = replaced(lower, (letter) => cyrillicKeys[latinKeys.indexOf(letter)])
  return [...new Set([lower, latin, cyrillic, replaced(lower, (letter) => sounds[letter])])]
}

function replaced(text: string, by: (letter: string) => string | undefined): string {
  return [...text].map((letter) => by(letter) ?? letter).join('')
}
