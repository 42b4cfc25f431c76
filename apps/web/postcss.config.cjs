const { join } = require('node:path');

module.exports = {
  plugins: {
    // Makes the breakpoints known to every style sheet; they leave nothing behind in the build.
    '@csstools/postcss-global-data': { files: [join(__dirname, 'src/theme/breakpoints.css')] },
    'postcss-custom-media': {},
    'postcss-preset-mantine': {},
  },
};
