"""The harness judge: a critic whose knowledge is a versioned folder of text that four loops extend and prune."""
