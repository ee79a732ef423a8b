/// <reference types="webpack/module" />
import { pageRegistry } from './registry.ts'

// The bundle requests its other files below the release of the page, before the first of which this module has to run. In the code
// of the bundle the version would change a file that is the same otherwise (platform/bundler/webpack.ts).

__webpack_public_path__ = pageRegistry().shell.base
