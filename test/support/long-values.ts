import { config } from 'chai';

// A failure shows the values that differ: by default chai shows their kind ("expected [ Array(1) ] to …") beyond 40 characters.
config.truncateThreshold = 2000;
