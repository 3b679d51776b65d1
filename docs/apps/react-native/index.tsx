// The app's entry. Amplify needs getRandomValues before anything else.

import 'react-native-get-random-values';

import { registerRootComponent } from 'expo';
import React from 'react';
import { ScrollView, StatusBar } from 'react-native';
import { SignInScreen } from './SignInScreen';

function App() {
    return <ScrollView contentInsetAdjustmentBehavior="automatic" keyboardShouldPersistTaps="handled"
        contentContainerStyle={{ padding: 24, paddingTop: 24 + (StatusBar.currentHeight ?? 0) }}>
        <SignInScreen />
    </ScrollView>;
}

registerRootComponent(App);
