import { Icon, type IconName } from '@portal/shared/ui/icon'
import styles from '../../gallery/gallery.module.css'
import type { Stories } from '../../gallery/stories.ts'
import { paths } from './paths.ts'

const names = Object.keys(paths) as IconName[]

export const stories: Stories = {
  All: (
    <ul className={styles.icons}>
      {names.map((name) => (
        <li key={name}>
          <Icon name={name} />
          {name}
        </li>
      ))}
    </ul>
  ),
  Sizes: (
    <p className={styles.sizes}>
      {[16, 20, 24, 32, 48].map((size) => (
        <Icon key={size} name="card" size={size} />
      ))}
    </p>
  ),
}
